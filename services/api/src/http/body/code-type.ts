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
export function requireCodeType(contentType: string): void {
  if (!types.has(essenceOf(contentType))) {
    throw new UnsupportedMediaType('a body must have Content-Type: application/yaml, text/vnd.yaml or application/zip');
  }
}

function essenceOf(contentType: string): string {
  try {
    return new MIMEType(contentType).essence;
  } catch {
    return '';
  }
}
