# shellcheck shell=bash
# Installs Python packages in .build/, so that nothing else on the machine changes.

# Makes the packages of a requirements file importable in this shell, installing them if they are missing.
use_python_packages() {
  local requirements=$1 folder
  folder=.build/python/$(basename "$(dirname "$requirements")")
  if ! cmp -s "$requirements" "$folder/requirements.txt"; then
    rm -rf "$folder"
    python3 -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
      --target "$folder" -r "$requirements"
    cp "$requirements" "$folder/"
  fi
  export PYTHONPATH=$folder PYTHONDONTWRITEBYTECODE=1
}
