import { useSignal } from '@preact/signals';
import type { VariableAnswer } from '@slipway/wire';
import { useEffect } from 'preact/hooks';
import { sentenceOf } from '../../data/refused.ts';
import { read } from '../../data/rest.ts';
import { lastOf } from '../../place/ids.ts';
import { choicesFor, type FormOf, isListBox, ownChoices } from './choices.ts';

type Known = Readonly<Record<string, readonly string[]>>;

/**
 * The values that the list boxes of a form of a template offer. The server returns those of variables outside of the form.
 * While they load, a list box offers its current value; without any offered value, the value can be typed.
 */
export function useChoices(form: FormOf<VariableAnswer>) {
  const known = useSignal<Known>({});
  const refusal = useSignal<string | null>(null);
  const isElsewhere = (variable: VariableAnswer): boolean =>
    isListBox(variable) && choicesFor(variable, form, undefined) === undefined;
  const boxes = form.variables.filter(isElsewhere).map(({ id }) => id);
  useEffect(() => {
    let isOver = false;
    const ask = async (id: string) =>
      [id, await read<readonly string[]>(`/templates/${lastOf(id)}/possibleValues`)] as const;
    refusal.value = null;
    void Promise.all(boxes.map(ask)).then(
      (all) => {
        if (!isOver) known.value = Object.fromEntries(all);
      },
      (error: unknown) => {
        if (!isOver) refusal.value = sentenceOf(error);
      },
    );
    return () => {
      isOver = true;
    };
  }, [boxes.join('\n')]);
  const choices = (variable: VariableAnswer): readonly string[] | undefined => {
    const loading = refusal.value === null ? [] : undefined;
    const offered = choicesFor(variable, form, known.value[variable.id] ?? loading);
    const isTyped = offered?.length === 0 && variable.id in known.value && ownChoices(variable) === undefined;
    return isTyped ? undefined : offered;
  };
  return { choices, refusal };
}
