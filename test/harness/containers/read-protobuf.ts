/** The fields of a message by number; each has a number, or bytes. */
type Fields = ReadonlyMap<number, readonly (number | Buffer)[]>;

/** Reads a message of Protocol Buffers with numbers and fields of a length. */
function fieldsOf(bytes: Buffer): Fields {
  const fields = new Map<number, (number | Buffer)[]>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at]!;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const size = varint();
    const isNumber = key % 8 === 0;
    const value = isNumber ? size : bytes.subarray(at, at + size);
    if (!isNumber) at += size;
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value]);
  }
  return fields;
}

const bytesOf = (fields: Fields, number: number): Buffer => Buffer.from((fields.get(number)?.[0] as Buffer) ?? '');
const textOf = (fields: Fields, number: number): string => bytesOf(fields, number).toString();
const mapOf = (fields: Fields, number: number): readonly (readonly [string, Buffer])[] =>
  (fields.get(number) ?? []).map((entry) => {
    const pair = fieldsOf(entry as Buffer);
    return [textOf(pair, 1), bytesOf(pair, 2)];
  });

/**
 * Reads a Secret in the format `application/vnd.kubernetes.protobuf`, in which Helm stores its releases. The numbers of
 * the fields are in the definitions of `k8s.io/api/core/v1` and `k8s.io/apimachinery`.
 */
export function readProtobufSecret(body: Buffer) {
  const envelope = fieldsOf(body.subarray('k8s\0'.length));
  const secret = fieldsOf(bytesOf(envelope, 2));
  const metadata = fieldsOf(bytesOf(secret, 1));
  const labels = mapOf(metadata, 11).map(([name, value]) => [name, value.toString()]);
  const data = mapOf(secret, 2).map(([name, value]) => [name, value.toString('base64')]);
  return {
    ...{ apiVersion: 'v1', kind: 'Secret', type: textOf(secret, 3), data: Object.fromEntries(data) },
    metadata: { name: textOf(metadata, 1), labels: Object.fromEntries(labels) },
  };
}
