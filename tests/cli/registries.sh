# Stand-ins for apt and cargo in FOLDER/bin, whose packages hold the fake solver: sh registries.sh FOLDER FAKE
set -eu
mkdir -p "$1/bin"
cd "$1/bin"
cat > solver <<END
#!/bin/sh
exec $2 "\$@"
END
cat > apt-cache <<END
#!/bin/sh
[ "\$3" = cvc4 ] && echo "Package: cvc4" && echo "Version: 1.8-3"
exit 0
END
cat > apt-get <<END
#!/bin/sh
case "\$1" in
install) echo "'uri' libcvc4-7_1.8-3_amd64.deb 1 MD5Sum:1"; echo "'uri' cvc4_1.8-3_amd64.deb 1 MD5Sum:2" ;;
download) shift 2; for name; do echo "\$name" > "\${name}_1.8-3_amd64.deb"; done ;;
esac
END
cat > dpkg-deb <<END
#!/bin/sh
mkdir -p "\$3/usr/bin"
case "\$2" in */cvc4_*) cp "$1/bin/solver" "\$3/usr/bin/cvc4" ;; *) : > "\$3/usr/bin/library" ;; esac
END
cat > cargo <<END
#!/bin/sh
case "\$1" in
info) case "\$3" in
    *@0.3.4) echo "version: 0.3.4"; echo "rust-version: unknown" ;;
    *) echo "oxiz-cli #smt"; echo "version: 0.1.0 (latest 0.3.4)"; echo "rust-version: 1.85" ;;
    esac ;;
install) mkdir -p "\$5/bin"; cp "$1/bin/solver" "\$5/bin/oxiz" ;;
esac
END
chmod +x ./*
