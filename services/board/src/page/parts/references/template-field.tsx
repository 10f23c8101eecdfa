import { useSignal } from '@preact/signals';
import type { ReleaseAnswer } from '@slipway/wire';
import { useAsked } from '../../live/use-asked.ts';
import { useLatest } from '../../live/use-latest.ts';
import { usePaused } from '../../live/use-paused.ts';
import { lastOf } from '../../place/ids.ts';
import { ChoiceField, TextField } from '../field.tsx';

interface Props {
  /** the id of a template */
  readonly text: string;
  readonly change: (text: string) => void;
}

type Named = Pick<ReleaseAnswer, 'id' | 'title'>;

/** The maximum number of suggested templates: a part of the title narrows them. */
const mostOffered = 100;

/** A template, of those with a title. */
export function TemplateField({ text, change }: Props) {
  const title = useSignal('');
  const query = new URLSearchParams({
    ...{ view: 'summary', resultsPerPage: String(mostOffered) },
    title: usePaused(title.value),
  });
  const { value } = useLatest<readonly Named[]>(`/templates?${query}`, []);
  const isChosen = ({ id }: Named): boolean => lastOf(id) === lastOf(text);
  const offered = value?.find(isChosen);
  const isElsewhere = text !== '' && value !== undefined && offered === undefined;
  const asked = useAsked<Named>(isElsewhere ? `/templates/${lastOf(text)}` : null).value.value;
  const chosen = offered ?? (asked && isChosen(asked) ? asked : undefined);
  const others = (value ?? []).filter((one) => !isChosen(one));
  return (
    <>
      <TextField label="Find a template" type="search" value={title.value} change={(typed) => (title.value = typed)} />
      <ChoiceField
        label="Template"
        value={text}
        options={[
          ['', '–'],
          ...(text === '' ? [] : [[text, chosen?.title ?? lastOf(text)] as const]),
          ...others.map((one) => [one.id, one.title] as const),
        ]}
        change={change}
      />
    </>
  );
}
