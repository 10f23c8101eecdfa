import { Invalid } from '@slipway/domain/model';

/** The whole content of a stream. Throws Invalid above this number of bytes. */
export async function readBounded(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const copies: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new Invalid(`it has more than ${maxBytes} bytes`);
    // The next read may overwrite this buffer.
    copies.push(Uint8Array.from(chunk));
  }
  return Buffer.concat(copies);
}
