import { generateKeyPairSync, sign } from 'node:crypto';

/** In PEM format. */
export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/[-T:]/g, '').slice(2, 14)}Z`));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const commonName = (name: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const extension = (id: string, value: Buffer) => sequence(oid(id), der(0x04, value));

/**
 * Returns a self-signed certificate for these names, and for 127.0.0.1 if `forAddress`. It is valid from yesterday
 * until `days` from now.
 */
export function selfSigned({ forAddress = true, days = 1 } = {}): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const day = 86_400_000;
  const names = [
    der(0x82, Buffer.from('made.example')),
    ...(forAddress ? [der(0x87, Buffer.from([127, 0, 0, 1]))] : []),
  ];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName('made.example'),
    sequence(utcTime(new Date(Date.now() - 2 * day)), utcTime(new Date(Date.now() + days * day))),
    commonName('made.example'),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(extension('551d11', sequence(...names)), extension('551d13', sequence(der(0x01, Buffer.from([255]))))),
    ),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const whole = sequence(body, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}
