import type { Route } from '../http/route.ts';
import type { Schema } from './schemas.ts';

const file = { type: 'string', format: 'binary', description: 'at most 20 MB' };

/**
 * A form with the part `file`. Only one content type is described: client generators use one, and some write code that does
 * not compile for several.
 */
const formWith = (part: Schema, others?: string) => ({
  ...(others !== undefined && { description: `Also taken as the whole body: ${others}.` }),
  required: true,
  content: { 'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file: part } } } },
});

const formBodies = {
  file: formWith(file),
  fileOrJson: formWith(file, '`application/json`'),
  documents: formWith(
    { type: 'array', maxItems: 1_000, items: file },
    '`application/yaml`, and a zip as `application/zip`',
  ),
};

const files = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['files'],
        properties: {
          files: {
            type: 'array',
            minItems: 1,
            maxItems: 20,
            items: { type: 'string', format: 'binary', description: 'at most 100 MB, in a part of any name' },
          },
        },
      },
    },
  },
};

/** The body of a route that accepts files; undefined for other routes. */
export function fileBody({ body }: Route): Schema | undefined {
  if (body?.kind === 'files') return files;
  if (body?.kind === 'documents') return formBodies.documents;
  return body?.kind === 'file' ? formBodies[body.orJson ? 'fileOrJson' : 'file'] : undefined;
}
