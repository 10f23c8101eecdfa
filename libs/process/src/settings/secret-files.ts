import { closeSync, openSync, readSync } from 'node:fs';

/** More than any secret has, in bytes: a file that is larger was named by mistake. */
const maxBytes = 65_536;

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables with the secrets that lie in files, and a line by the name of each secret whose file cannot be used. */
interface WithSecrets {
  readonly env: Environment;
  readonly errors: ReadonlyMap<string, string>;
}

/** Throws the errors of the file system. */
function read(file: string): Buffer {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(maxBytes + 1);
    let size = 0;
    for (let count = -1; count !== 0 && size <= maxBytes; size += count) {
      count = readSync(handle, buffer, size, buffer.length - size, null);
    }
    return buffer.subarray(0, size);
  } finally {
    closeSync(handle);
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'it is no file';

/** The secret, or why it cannot be had. An editor ends a file by a line break, which is no part of the secret. */
function secretIn(file: string): { readonly secret: string } | { readonly why: string } {
  try {
    const bytes = read(file);
    if (bytes.length > maxBytes) return { why: `has more than ${maxBytes} bytes` };
    const secret = bytes.toString('utf8').replace(/\r?\n$/, '');
    return secret === '' ? { why: 'is an empty file' } : { secret };
  } catch (error) {
    return { why: `cannot be read: ${codeOf(error)}` };
  }
}

/**
 * Reads the file that `<NAME>_FILE` names into `<NAME>`, for each name of a secret, so that the secret itself is in no list
 * of processes and in no manifest. The lines of what is wrong show no content.
 */
export function withSecretFiles(env: Environment, secrets: readonly string[]): WithSecrets {
  const loaded: Record<string, string> = {};
  const errors = new Map<string, string>();
  for (const name of secrets) {
    const file = env[`${name}_FILE`];
    if (file === undefined) continue;
    if (env[name] !== undefined) {
      errors.set(name, `${name} and ${name}_FILE are both set: set one of them`);
      continue;
    }
    const outcome = secretIn(file);
    if ('why' in outcome)
      errors.set(name, `${name}_FILE ${outcome.why}; it must be a file with ${name} and nothing else`);
    else loaded[name] = outcome.secret;
  }
  return { env: { ...env, ...loaded }, errors };
}
