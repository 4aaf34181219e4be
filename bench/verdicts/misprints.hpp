// Printed formulas of the papers that do not hold, with the right ones, for docs/measured/verdicts.md.
#pragma once

/// Rows marked "number" are tested by evaluating both forms, in tests/chart.
inline constexpr const char* misprints = R"md(
## Misprints in the papers on systems in coordinates

GMM, MCL, GWCM: see docs/notation.md. "Number" means that a test evaluates both forms at random points; "hand" means derived by hand.

| where | printed | right | checked |
|---|---|---|---|
| MCL, prop. V.1, proof | fibres of FL spanned by d/d lambda_i | d/d lambda_i' | hand |
| MCL, eq. (18) | canonical bracket of f o pi, g o pi plus (df/dl_i) D^ik N_jl D^lj (dg/dl_j) | on M2 the canonical bracket in (q,p) alone; with derivatives at fixed lambda add (df/dl) D^-1 N D^-1 (dg/dl) and the mixed terms (df/dl) D^-1 {chi,g} + {f,chi} D^-1 (dg/dl) | number |
| MCL, ex. VII.4, multiplier equations | lambda' = theta' (R phi' + mu') | lambda' = theta' (R phi' + mu) | number |
| MCL, ex. VII.4, {f,H}_vak, coefficients of df/dx, df/dy | 2 R a/I2 cos(theta) p_phi, 2 R a/I2 sin(theta) p_phi | R a/I2 in both | number (x) |
| MCL, ex. VII.4, coefficient of df/dphi | ... - R a/I2 sin(theta) p_y in the bracket | + R a/I2 sin(theta) p_y | number |
| MCL, ex. VII.4, coefficient of df/dp_theta | (1+a)^2 cos(2 theta) p_x p_y | 2 (1+a) cos(2 theta) p_x p_y | number |
| MCL, ex. VIII.6, C_x for psi = z (z' - y x') | lambda y z' - ... | lambda z y' - ... | number |
| MCL, ex. VIII.6, D for psi | 2 y y'^2 (x' + lambda z y)/(1+y^2)^2 - lambda y'^2/(1+y^2)^2 | 2 y y'^2 (x' + lambda z y)/(z (1+y^2)^2) - lambda y'^2/(1+y^2) | number |
| GWCM, eq. (7) | R = 1/2 g g g_ij (f f - f f) | without 1/2, for the usual curvature of the connection | number |
| GWCM, eqs. (13), (14) and eps_i^mu eps_mu^j = delta_i^j | equalities on Q | equalities after projection with g_ij eps^i_r only; (8) would vanish otherwise | number |
| GWCM, eq. (29) | Christoffel_mnr - 2 S_rnm = g_ml G^l_nr | symmetrised in n, r, which is all that (28) needs | number |
| GWCM, eq. (37), third | 2 delta_i^nu eps_s S^s_mu,nu v^nu | 2 delta_i^nu eps_s S^s_nu,mu v^mu, after projection | hand |
| GWCM, eq. (38) | + d_v lambda_i + d_v lambda_j eps^j_mu delta_i^mu | - d_v lambda_i + d_v lambda_j eps^j_mu delta_i^mu | hand |
| GWCM, eq. (39) | lambda_i = -eps_i^mu dL/dv^mu | with the constrained Lagrangian on M in place of L, and for i = alpha only: lambda_alpha = -dL/dv^alpha | number |
| GWCM, ex. 2, last equations | x'' + 2 G^1_12 x' phi', phi'' + G^2_11 x'^2 | Christoffel symbols (bars are missing): the Riemann-Cartan G^1_12 and G^2_11 are zero | number |
| GMM, eq. (3.11), left side | second factor with mu-bar_k phi^k | with nu-bar_k^h phi^k, as the Gram matrix of the vectors e_h in the proof | hand |
| GMM, eq. (7.2), first term | second derivative d2L/dv^a dq^b | d2L/dq^a dv^b (the two terms would cancel otherwise) | hand |
| GMM, last display of theorem 5 | q'^b d2L/dv^a dv^b | v'^b d2L/dv^a dv^b | hand |
)md";
