"""TLS through the page door: the address is dialled, the name is verified."""

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_world import PUBLIC, World

from webresearch.net.messages import TransportFault


class TlsServer:
    """One TLS answer a connection, with a certificate for secure.example."""

    def __init__(self, folder: Path) -> None:
        self.certificate = folder / "certificate.pem"
        subject = ["-subj", "/CN=secure.example", "-addext", "subjectAltName=DNS:secure.example"]
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *subject]
        command += ["-keyout", str(folder / "key.pem"), "-out", str(self.certificate)]
        subprocess.run(command, check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, folder / "key.pem")
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.thread = threading.Thread(target=self.serve)

    def serve(self) -> None:
        try:
            while True:
                connection, _ = self.listener.accept()
                with connection:
                    self.answer(connection)
        except OSError:
            pass  # the listener was closed

    def answer(self, connection: socket.socket) -> None:
        try:
            with self.context.wrap_socket(connection, server_side=True) as secured:
                secured.recv(65536)
                secured.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret")
        except OSError:
            pass  # the client did not trust us


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TlsServer]:
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    server = TlsServer(tmp_path_factory.mktemp("tls"))
    server.thread.start()
    yield server
    server.listener.shutdown(socket.SHUT_RDWR)
    server.listener.close()
    server.thread.join()


def test_tls_is_verified_against_the_host_name_though_the_address_is_dialled(
    tls: TlsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("requests.adapters.DEFAULT_CA_BUNDLE_PATH", str(tls.certificate))
    world = World(tls.listener.getsockname()[1])
    assert world.fetch("https://secure.example/").body == b"secret"
    assert world.dialled == [(PUBLIC, 443)]
    with pytest.raises(TransportFault) as fault:
        world.fetch("https://other.example/")
    assert fault.value.kind == "tls"


def test_a_certificate_that_nobody_vouches_for_is_a_fault(tls: TlsServer) -> None:
    with pytest.raises(TransportFault) as fault:
        World(tls.listener.getsockname()[1]).fetch("https://secure.example/")
    assert (fault.value.kind, fault.value.phase) == ("tls", "tls")
