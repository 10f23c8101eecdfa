import { createHash } from 'node:crypto';
import type { ModuleSet } from '@slipway/script-protocol';

/** Returns a jar with these files. */
export function jar(files: Readonly<Record<string, string>>): ModuleSet {
  const text = JSON.stringify(files);
  const digest = createHash('sha256').update(text).digest('hex');
  const roots = new Set(Object.keys(files).map((path) => path.replace(/(?:\/.*|\.py)$/, '')));
  return { digest, roots, text, toJSON: () => digest };
}
