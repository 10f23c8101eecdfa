import { looksSecret } from '@slipway/domain/configurations';
import type { ParseOptions } from './task-request.ts';

/** The options of an installation for parsing requests. */
interface ParseSources {
  /** of our own types */
  readonly prefix: string;
  readonly seal: (clear: string) => string;
  /** The names of the secrets of a plugin's type; null for an unknown type. */
  readonly passwords: (type: string) => readonly string[] | null;
  /** the names of the properties that a plugin's type has, but for outputs */
  readonly inputs: (type: string) => readonly string[];
}

/** The options to parse requests. A property of an unknown type is a secret by its name. */
export const createParseOptions = ({ prefix, seal, passwords, inputs }: ParseSources): ParseOptions => ({
  prefix,
  seal,
  isSecret: (type, name) => passwords(type)?.includes(name) ?? looksSecret(name),
  declares: (type, name) => inputs(type).includes(name),
});
