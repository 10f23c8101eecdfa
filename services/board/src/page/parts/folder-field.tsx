import { useSignal } from '@preact/signals';
import type { FolderAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { sentenceOf } from '../data/refused.ts';
import { read } from '../data/rest.ts';
import { ChoiceField } from './field.tsx';
import { Refusal } from './refusal.tsx';

type Option = readonly [id: string, path: string];

/** All of these folders with those below them, by the titles on the way. */
const optionsOf = (folders: readonly FolderAnswer[], above: string): readonly Option[] =>
  folders.flatMap(({ id, title, children }) => {
    const path = above === '' ? title : `${above} / ${title}`;
    return [[id, path] as const, ...optionsOf(children, path)];
  });

interface Props {
  readonly label: string;
  /** the id of a folder; empty: none */
  readonly value: string;
  /** what it means that there is none */
  readonly none: string;
  readonly change: (id: string) => void;
}

/** One of the folders that the viewer sees, or none. */
export function FolderField({ label, value, none, change }: Props) {
  const options = useSignal<readonly Option[]>([]);
  const refusal = useSignal<string | null>(null);
  useEffect(() => {
    const load = async (): Promise<void> => {
      try {
        options.value = optionsOf(
          await read<readonly FolderAnswer[]>('/folders/list?depth=20&resultsPerPage=1000'),
          '',
        );
      } catch (error) {
        refusal.value = sentenceOf(error);
      }
    };
    void load();
  }, []);
  const known = options.value;
  // one that the viewer does not see stays what it is
  const unseen: readonly Option[] = value === '' || known.some(([id]) => id === value) ? [] : [[value, value]];
  return (
    <>
      <ChoiceField label={label} value={value} options={[['', none], ...unseen, ...known]} change={change} />
      <Refusal sentence={refusal.value} />
    </>
  );
}
