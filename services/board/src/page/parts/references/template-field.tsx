import { useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { useAsked } from '../../live/use-asked.ts';
import { useEntity } from '../../live/use-entity.ts';
import { lastOf } from '../../place/ids.ts';
import { ChoiceField, TextField } from '../field.tsx';

interface Props {
  /** the id of a template */
  readonly text: string;
  readonly change: (text: string) => void;
}

/** How many templates are offered: whoever has more says a part of the title. */
const mostOffered = 100;

/** A template, of those with a title. */
export function TemplateField({ text, change }: Props) {
  const title = useSignal('');
  const query = new URLSearchParams({ view: 'summary', resultsPerPage: String(mostOffered), title: title.value });
  const { value } = useEntity<readonly ReleaseAnswer[]>(`/templates?${query}`, []);
  const chosen = useAsked<ReleaseAnswer>(text === '' ? null : `/templates/${lastOf(text)}`).value.value;
  const known = (value.value ?? []).filter(({ id }) => lastOf(id) !== lastOf(text));
  return (
    <>
      <TextField label="Find a template" type="search" value={title.value} change={(typed) => (title.value = typed)} />
      <ChoiceField
        label="Template"
        value={text}
        options={[
          ['', '–'],
          ...(text === '' ? [] : [[text, chosen?.title ?? text] as const]),
          ...known.map((one) => [one.id, one.title] as const),
        ]}
        change={change}
      />
    </>
  );
}
