import { z } from 'zod';

const line = z
  .string()
  .max(4_000)
  .regex(/^[^\p{Cc}]*$/u, 'has a control character');
/** A name of a user that no command takes for an option. */
const userName = line.min(1).regex(/^[^-]/, 'begins with a hyphen');
const folder = line.regex(/^\//, 'is not an absolute path');

/** The user that runs a script. The password is the one that `sudo` or `su` requires. */
const remoteUser = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('login') }),
  z.object({ kind: z.literal('sudo'), name: userName, password: z.string().nullable() }),
  z.object({ kind: z.literal('su'), name: userName, password: z.string() }),
]);
export type RemoteUser = z.output<typeof remoteUser>;

const connection = {
  username: userName,
  password: z.string().nullable(),
  privateKey: z.string().max(100_000).nullable(),
  passphrase: z.string().nullable(),
  /** fingerprints or public keys, one in each line; empty: the key is not known */
  hostKey: z.string().max(20_000),
  /** whether the operation accepts the key of a host without a known one */
  trustsFirst: z.boolean(),
  user: remoteUser,
  id: z.string().regex(/^[0-9a-f]{32}$/),
};

const run = { ...connection, folder };

/** The body of a request, by the operation in its path. */
export const orders = {
  check: z.strictObject(connection),
  start: z.strictObject({ ...run, directory: folder.nullable(), script: z.string() }),
  read: z.strictObject(run),
  stop: z.strictObject(run),
  remove: z.strictObject(run),
} as const;
export type Operation = keyof typeof orders;

export const isOperation = (name: string): name is Operation => Object.hasOwn(orders, name);

/** The part of each order that describes the connection. */
export type Login = z.output<typeof orders.check>;
