#!/usr/bin/env python3
"""Puts TLS in front of the socket of a PostgreSQL server, until standard input is closed:

    scripts/tls-relay.py SOCKET CERTIFICATE KEY

It prints the port of 127.0.0.1 on which it listens. Each answer of the server is passed on at once, in
TLS records of 16 kB, which are twice as large as those of PostgreSQL.
"""

import socket
import ssl
import struct
import sys
import threading

SSL_REQUEST = 80877103
RECORD = 16384


def pass_on(source, target, is_answer):
    waiting = b""
    while data := source.recv(65536):
        waiting += data
        # An answer ends with ReadyForQuery, or asks the client for something.
        if is_answer and len(waiting) > 1000 and waiting[-6:-1] != b"Z\0\0\0\5":
            continue
        for start in range(0, len(waiting), RECORD):
            target.sendall(waiting[start : start + RECORD])
        waiting = b""
    target.close()


def serve(client, path, context):
    if struct.unpack("!II", client.recv(8))[1] != SSL_REQUEST:
        client.close()
        return
    client.sendall(b"S")
    client = context.wrap_socket(client, server_side=True)
    server = socket.socket(socket.AF_UNIX)
    server.connect(path)
    threading.Thread(target=pass_on, args=(client, server, False), daemon=True).start()
    threading.Thread(target=pass_on, args=(server, client, True), daemon=True).start()


def listen(listener, path, context):
    while True:
        client, _ = listener.accept()
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=serve, args=(client, path, context), daemon=True).start()


def main(path, certificate, key):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=listen, args=(listener, path, context), daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.read()


main(*sys.argv[1:])
