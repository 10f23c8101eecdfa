import type { RestartPreview } from '@slipway/domain/forecast';
import { z } from 'zod';
import { list, responseJson } from '../format/scalars.ts';
import { sortKeys } from '../format/sorted-json.ts';

const namedItem = z.object({ id: z.string(), title: z.string() }).meta({ id: 'NamedItem' });
const field = z
  .object({ field: z.string(), original: responseJson.optional(), latest: responseJson.optional() })
  .meta({ id: 'FieldDifference' });

/** The effect of a restart, and the choices for its `phaseVersion` (an extension). */
export const restartPreviewResponse = z
  .object({
    closes: list(namedItem).describe('the phase that is interrupted'),
    skips: list(namedItem).describe('the open tasks that end with it'),
    copies: list(
      z.object({
        source: namedItem,
        title: z.string().describe('of the copy'),
        tasks: z.int().describe('how many tasks the copy has, as in its progress: groups with tasks are not counted'),
        skipsInAdvance: list(namedItem).describe('tasks before the one to restart from'),
      }),
    ),
    differences: list(
      z.object({
        original: namedItem,
        latest: namedItem,
        fields: list(field),
        tasks: list(z.object({ original: namedItem.optional(), latest: namedItem.optional(), fields: list(field) })),
      }),
    ).describe('between the ORIGINAL and the LATEST version of each phase that would be copied; only what differs'),
  })
  .meta({ id: 'RestartPreview' });

export type RestartPreviewResponse = z.output<typeof restartPreviewResponse>;

interface Item {
  readonly id: string;
  readonly title: string;
}

type Difference = RestartPreview['differences'][number];

const showField = ({ field, original, latest }: Difference['fields'][number]) => ({
  field,
  original: sortKeys(original) ?? undefined,
  latest: sortKeys(latest) ?? undefined,
});

/** Renders the preview of a restart. `full` returns the full id of each item of the release. */
export function showRestartPreview(
  { closes, skips, copies, differences }: RestartPreview,
  toFullId: (id: string) => string,
): RestartPreviewResponse {
  const item = ({ id, title }: Item): Item => ({ id: toFullId(id), title });
  return {
    closes: closes.map(item),
    skips: skips.map(item),
    copies: copies.map((copy) => ({
      ...copy,
      source: item(copy.source),
      skipsInAdvance: copy.skipsInAdvance.map(item),
    })),
    differences: differences.map((difference) => ({
      original: item(difference.original),
      latest: item(difference.latest),
      fields: difference.fields.map(showField),
      tasks: difference.tasks.map(({ original, latest, fields }) => ({
        original: original === null ? undefined : item(original),
        latest: latest === null ? undefined : item(latest),
        fields: fields.map(showField),
      })),
    })),
  };
}
