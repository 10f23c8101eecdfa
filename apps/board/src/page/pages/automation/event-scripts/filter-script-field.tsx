import { useSignal } from '@preact/signals';
import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import { useMemo, useRef } from 'preact/hooks';
import type { CodeHandle } from '../../../components/code/code-field.tsx';
import { completeInputs } from '../../../components/code/complete-script.ts';
import { problemsOf } from '../../../components/code/outcome.ts';
import { ScriptEditor, TestButton, type TestError } from '../../../components/code/script-editor.tsx';
import { useQuery } from '../../../live/queries.ts';
import { deliveriesPath, useDeliveryList } from '../events/deliveries.ts';
import type { EventScope } from '../events/event-scope.ts';
import { sampleOfDelivery } from '../events/sample-field.tsx';
import { FilterTestDialog } from './filter-test-dialog.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly text: string;
  readonly write: (text: string) => void;
  readonly scope: EventScope;
}

const variableMaps = { folderVariables: {}, globalVariables: {} };
const noEvent = { event: {}, headers: {}, parameters: {} };

/** Returns the inputs of a filter for the newest delivery, whose members the editor offers. */
function useNewestInputs(source: string): Readonly<Record<string, unknown>> {
  const newest = useDeliveryList(source).value.value?.[0];
  const path = newest && `${deliveriesPath(source)}/${encodeURIComponent(newest.id)}`;
  const delivery = useQuery<ReceivedEventResponse>(path ?? null).value.value;
  return useMemo(
    () => ({ ...(delivery === undefined ? noEvent : sampleOfDelivery(delivery)), ...variableMaps }),
    [delivery],
  );
}

/** The script of an event filter, with a test run against a sample event. */
export function FilterScriptField({ label, hint, text, write, scope }: Props) {
  const inputs = useNewestInputs(scope.source);
  const complete = useMemo(() => completeInputs(inputs, ['result']), [inputs]);
  const handle = useRef<CodeHandle>(null);
  const isTesting = useSignal(false);
  const failed = useSignal<TestError | null>(null);
  const close = (): void => {
    isTesting.value = false;
  };
  const goTo = (line: number): void => {
    close();
    // The closed dialog first returns the focus to its button.
    window.requestAnimationFrame(() => handle.current?.goTo(line));
  };
  const problems = failed.value?.script === text ? failed.value.problems : undefined;
  return (
    <>
      <ScriptEditor
        {...{ label, hint, complete, handle }}
        {...(problems && { problems })}
        rows={8}
        value={text}
        change={write}
        tools={<TestButton script={text} open={() => (isTesting.value = true)} />}
      />
      {isTesting.value && (
        <FilterTestDialog
          {...{ script: text, scope, close, goTo }}
          onOutcome={(outcome) => (failed.value = { script: text, problems: problemsOf(outcome) })}
        />
      )}
    </>
  );
}
