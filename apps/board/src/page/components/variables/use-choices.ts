import { useSignal } from '@preact/signals';
import type { VariableResponse } from '@slipway/api-schema/variables';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { read } from '../../api/rest.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { choicesFor, isListBox, ownChoices, type VariableForm } from './choices.ts';

type LoadedChoices = Readonly<Record<string, readonly string[]>>;

/**
 * Returns the values that the list boxes of a template form offer. Values of variables outside the form are loaded from
 * the server. Until then, a list box offers its current value. Without any value to offer, the user can type the value.
 */
export function useChoices(form: VariableForm<VariableResponse>) {
  const loaded = useSignal<LoadedChoices>({});
  const refusal = useSignal<DisplayMessage | null>(null);
  const isFromServer = (variable: VariableResponse): boolean =>
    isListBox(variable) && choicesFor(variable, form, undefined) === undefined;
  const listBoxIds = form.variables.filter(isFromServer).map(({ id }) => id);
  useEffect(() => {
    let isCanceled = false;
    const loadChoices = async (id: string) =>
      [id, await read<readonly string[]>(`/templates/${lastSegment(id)}/possibleValues`)] as const;
    refusal.value = null;
    void Promise.all(listBoxIds.map(loadChoices)).then(
      (loadedEntries) => {
        if (!isCanceled) loaded.value = Object.fromEntries(loadedEntries);
      },
      (error: unknown) => {
        if (!isCanceled) refusal.value = messageOf(error);
      },
    );
    return () => {
      isCanceled = true;
    };
  }, [listBoxIds.join('\n')]);
  const choices = (variable: VariableResponse): readonly string[] | undefined => {
    const loading = refusal.value === null ? [] : undefined;
    const offeredChoices = choicesFor(variable, form, loaded.value[variable.id] ?? loading);
    const isFreeText =
      offeredChoices?.length === 0 && variable.id in loaded.value && ownChoices(variable) === undefined;
    return isFreeText ? undefined : offeredChoices;
  };
  return { choices, refusal };
}
