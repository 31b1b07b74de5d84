{
  description = "A shell that runs subshells, pipelines and utilities in one process";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      version = (builtins.fromTOML (builtins.readFile ./Cargo.toml)).workspace.package.version;
      package = pkgs: name: pkgs.pkgsStatic.rustPlatform.buildRustPackage {
        pname = name;
        inherit version;
        src = self;
        cargoLock.lockFile = ./Cargo.lock;
        cargoBuildFlags = [ "-p" name ];
        # As .cargo/config.toml, which nixpkgs does not read.
        env.RUSTFLAGS = "-C target-feature=+crt-static -C relocation-model=static";
        # They compare with the programs of a system that is not there while it is built.
        doCheck = false;
        nativeBuildInputs = [ pkgs.installShellFiles ];
        postInstall = ''
          installManPage docs/man/${name}.1
          installShellCompletion --cmd ${name} --bash completions/${name}.bash \
            --zsh completions/${name}.zsh --fish completions/${name}.fish
        '';
        passthru.shellPath = "/bin/${name}";
        meta = {
          license = with pkgs.lib.licenses; [ mit asl20 ];
          platforms = systems;
          mainProgram = name;
        };
      };
    in
    {
      packages = nixpkgs.lib.genAttrs systems (system:
        let pkgs = nixpkgs.legacyPackages.${system};
        in rec {
          forkless = package pkgs "forkless";
          forkbench = package pkgs "forkbench";
          default = forkless;
        });
    };
}
