# nix-build -E 'with import <nixpkgs> { }; callPackage ./packaging/nix/package.nix { }'
{
  lib,
  rustPlatform,
  installShellFiles,
}:

rustPlatform.buildRustPackage {
  pname = "jmend";
  version = (lib.importTOML ../../Cargo.toml).package.version;

  src = lib.fileset.toSource {
    root = ../..;
    fileset = lib.fileset.unions [
      ../../Cargo.toml
      ../../Cargo.lock
      ../../README.md
      ../../src
      ../../completions
      ../../man
      ../../docs
      ../../benches
      ../../tests/it
    ];
  };
  cargoLock.lockFile = ../../Cargo.lock;

  nativeBuildInputs = [ installShellFiles ];
  # The tests read fixtures and programs that a sandbox does not have; .ci/run runs them.
  doCheck = false;
  postInstall = ''
    installManPage man/*.1
    installShellCompletion --cmd jmend --bash completions/jmend.bash --fish completions/jmend.fish --zsh completions/_jmend
  '';

  meta = {
    description = "Repairs almost-JSON from language models into strict JSON, and says exactly what it changed";
    license = with lib.licenses; [
      mit
      asl20
    ];
    mainProgram = "jmend";
  };
}
