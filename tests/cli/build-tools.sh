#!/bin/sh
# Usage: build-tools.sh FOLDER FAKE RULES
# Puts compilers, a CMake and a Ninja into FOLDER/bin that "build" the scripted solver, and a checkout
# beside them.
mkdir -p "$1/bin" "$1/checkout"
echo 'project(z3)' > "$1/checkout/CMakeLists.txt"
for tool in cc c++; do printf '#!/bin/sh\nexit 0\n' > "$1/bin/$tool"; done
printf '#!/bin/sh\necho "-- Configuring done"\n' > "$1/bin/cmake"
cat > "$1/bin/ninja" <<END
#!/bin/sh
while [ "\$1" != -C ]; do shift; done
echo "[1/1] Linking z3"
printf '#!/bin/sh\nexec %s --script %s "\$@"\n' '$2' '$3' > "\$2/z3"
END
chmod +x "$1"/bin/*
