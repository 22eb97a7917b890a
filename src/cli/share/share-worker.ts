// A second thread of `generate` for large catalogs: it prints what is printed of single tools while the first one judges the catalog
// and prints everything else, and writes it as soon as the catalog has no errors. The entry of its own bundle; nothing imports it.
import { parentPort, receiveMessageOnPort } from "node:worker_threads";
import type { OutputFile } from "../../compiler/emit/output-file.ts";
import { countPieces, filesOf, type PrintedPiece, printTaken } from "../../compiler/emit/printed-tools.ts";
import type { SharedOrder, SharedWork } from "./open-share.ts";
import { openWriter, type Writer } from "./share-writer.ts";
import { takePieces } from "./take-pieces.ts";

const port = parentPort;
if (port === null) throw new Error("invariant: this is the main thread");
port.once("message", ({ catalog, taken }: SharedWork) => {
  const printed: PrintedPiece[] = [];
  let waiting: OutputFile[] = [];
  let writer: Writer | undefined;
  for (const piece of printTaken(catalog, takePieces(taken, countPieces(catalog), "first"))) {
    printed.push(piece);
    waiting.push(...filesOf(piece));
    if (waiting.length < filesAtOnce) continue;
    const order: { readonly message: SharedOrder } | undefined =
      writer === undefined ? receiveMessageOnPort(port) : undefined;
    if (order !== undefined) writer = openWriter(order.message);
    if (writer === undefined) continue;
    writer.write(waiting);
    waiting = [];
  }
  const end = (last: Writer) => {
    last.write(waiting);
    port.postMessage(last.end(printed));
  };
  if (writer !== undefined) end(writer);
  else port.once("message", (order: SharedOrder) => end(openWriter(order)));
});

/** So many that looking for the order and for folders costs nothing beside them. */
const filesAtOnce = 150;
