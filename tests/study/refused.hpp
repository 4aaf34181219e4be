// Whether a certificate of a study is refused.
#pragma once

#include <string>

#include <hamel/core/error.hpp>
#include <hamel/io/study_certificate.hpp>
#include <hamel/io/system_file.hpp>

inline bool is_refused(const hamel::SystemFile& file, const std::string& certificate) {
  try {
    hamel::verify_study_certificate(file, certificate);
  } catch (const hamel::InputError&) {
    return true;
  }
  return false;
}
