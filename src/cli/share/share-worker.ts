// A second thread of `generate` for large catalogs: it reads files with the first one, and prints pieces while that one judges the catalog.
// What it prints it writes as soon as the catalog has no errors. The entry of its own bundle; nothing imports it.
import { type MessagePort, parentPort, receiveMessageOnPort } from "node:worker_threads";
import type { OutputFile } from "../../compiler/emit/output-file.ts";
import { countPieces, filesOf, type PrintedPiece, printTaken, withFiles } from "../../compiler/emit/printed-tools.ts";
import { createPacker } from "../../compiler/syntax/packed-files.ts";
import { readTaken } from "../../compiler/syntax/parse.ts";
import type { Shared, SharedOrder, SharedSources, SharedWork } from "./open-share.ts";
import { createdBy, openWriter, type Writer } from "./share-writer.ts";
import { takePieces } from "./take-pieces.ts";

const port = parentPort;
if (port === null) throw new Error("invariant: this is the main thread");
port.once("message", ({ sources, taken }: SharedSources) => {
  const packer = createPacker();
  for (const { place, file } of readTaken(sources, takePieces(taken, sources.length, "last"))) packer.add(place, file);
  port.once("message", (work: SharedWork) => print(work, port));
  port.postMessage(packer.packed());
});

function print({ catalog, taken }: SharedWork, port: MessagePort): void {
  const printed: PrintedPiece[] = [];
  let waiting: OutputFile[] = [];
  let writer: Writer | undefined;
  const begin = (order: SharedOrder): Writer => {
    const opened = openWriter(order);
    opened.add(waiting);
    waiting = [];
    return opened;
  };
  for (const piece of printTaken(catalog, takePieces(taken, countPieces(catalog), "first"))) {
    printed.push(piece);
    if (writer !== undefined) {
      writer.add(filesOf(piece));
      continue;
    }
    waiting.push(...filesOf(piece));
    if (printed.length % piecesAtOnce !== 0) continue;
    const order: { readonly message: SharedOrder } | undefined = receiveMessageOnPort(port);
    if (order !== undefined) writer = begin(order.message);
  }
  const end = (last: Writer) => {
    const early = last.end();
    const isCreated = createdBy(early);
    const sent = printed.map((piece) =>
      withFiles(piece, (file) => ({ path: file.path, kind: file.kind, text: isCreated(file) ? "" : file.text })),
    );
    port.postMessage({ ...early, printed: sent } satisfies Shared);
  };
  if (writer !== undefined) end(writer);
  else port.once("message", (order: SharedOrder) => end(begin(order)));
}

/** So many that looking for the order costs nothing beside them. */
const piecesAtOnce = 50;
