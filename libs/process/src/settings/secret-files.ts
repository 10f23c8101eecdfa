import { closeSync, openSync, readSync } from 'node:fs';

/** The maximum size of a secret file, in bytes. A larger file was probably named by mistake. */
const maxBytes = 65_536;

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables with the secrets from files, and an error for each unusable file, by the name of the secret. */
interface WithSecrets {
  readonly env: Environment;
  readonly errors: ReadonlyMap<string, string>;
}

/** Reads a file. Throws the errors of the file system. */
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

/** Returns the secret in a file, or the reason why it is unusable. Removes the final line break that editors add. */
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
 * Reads the file that `<NAME>_FILE` names into `<NAME>`, for each name of a secret. So secrets need not appear in
 * process lists and manifests. The errors contain no file content.
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
