// A second thread of `generate` for large catalogs: it prints what is printed of single tools while the first one judges the catalog
// and prints everything else, and writes it as soon as the catalog has no errors. The entry of its own bundle; nothing imports it.
import { parentPort, receiveMessageOnPort } from "node:worker_threads";
import type { OutputFile } from "../../compiler/emit/output-file.ts";
import { countPieces, filesOf, type PrintedPiece, printTaken } from "../../compiler/emit/printed-tools.ts";
import type { Shared, SharedOrder, SharedWork } from "./open-share.ts";
import { openWriter, type Writer } from "./share-writer.ts";
import { takePieces } from "./take-pieces.ts";

const port = parentPort;
if (port === null) throw new Error("invariant: this is the main thread");
port.once("message", ({ catalog, taken }: SharedWork) => {
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
  const end = (last: Writer) => port.postMessage({ ...last.end(), printed } satisfies Shared);
  if (writer !== undefined) end(writer);
  else port.once("message", (order: SharedOrder) => end(begin(order)));
});

/** So many that looking for the order costs nothing beside them. */
const piecesAtOnce = 50;
