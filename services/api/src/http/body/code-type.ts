import { MIMEType } from 'node:util';
import { UnsupportedMediaType } from '../errors/errors.ts';

const types: ReadonlySet<string> = new Set([
  'text/vnd.yaml',
  'application/yaml',
  'application/x-yaml',
  'text/yaml',
  'text/x-yaml',
  'application/zip',
]);

/**
 * Requires the media type of YAML or zip: a browser sends none of them to other sites without a preflight. Throws
 * UnsupportedMediaType.
 */
export function requireCode(written: string): void {
  if (!types.has(essenceOf(written))) {
    throw new UnsupportedMediaType('a body must have Content-Type: application/yaml, text/vnd.yaml or application/zip');
  }
}

function essenceOf(written: string): string {
  try {
    return new MIMEType(written).essence;
  } catch {
    return '';
  }
}
