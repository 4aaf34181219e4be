// Whether a certificate of a study is refused.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

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
/// With one of its values changed.
template <class Json>
bool is_refused_with(const hamel::SystemFile& file, Json certificate,
                     const typename Json::json_pointer& place, const Json& value) {
  certificate[place] = value;
  return is_refused(file, certificate.dump());
}
