import { useSignal } from '@preact/signals';
import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import { useEffect } from 'preact/hooks';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { apiPath, request } from '../../api/rest.ts';
import { TextField } from '../../components/fields/field.tsx';
import { FileField } from '../../components/files.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { announce } from '../../navigation/announce.ts';
import { linkTo } from '../../navigation/base.ts';
import type { AppliedAnswer } from './plan.ts';
import { AppliedChanges, PlanDetails } from './plan-details.tsx';

/** Exports existing objects as documents. */
function Generate() {
  const path = useSignal('');
  const query = new URLSearchParams({ path: path.value.trim() });
  return (
    <details class="more sheet">
      <summary>Export as YAML</summary>
      <div class="actions">
        <TextField
          label="Folder"
          hint="Folder path, for example Web/Shop. Empty exports everything you can see."
          value={path.value}
          change={(text) => {
            path.value = text;
          }}
        />
        <a class="button" href={linkTo(`/devops-as-code/generate?${query}`)} download="as-code.zip">
          Download as YAML
        </a>
      </div>
    </details>
  );
}

/** The typed document, and the selected files. */
interface Documents {
  readonly text: string;
  readonly files: readonly File[];
}

/** The response for the current documents. A plan is removed when the documents change. */
type Result =
  | { readonly kind: 'planned'; readonly plan: CodePlanResponse }
  | { readonly kind: 'applied'; readonly applied: AppliedAnswer }
  | null;

/** Returns the form data of a request. The typed document is first. */
function formOf({ text, files }: Documents): FormData {
  const form = new FormData();
  if (text.trim() !== '') form.append('file', new Blob([text]), files.length > 0 ? 'typed.yaml' : 'index.yaml');
  for (const file of files) form.append('file', file);
  return form;
}

/** The documents in the form, and the requests that plan and apply them. */
function useDocuments() {
  const documents = useSignal<Documents>({ text: '', files: [] });
  const result = useSignal<Result>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const update = (changes: Partial<Documents>): void => {
    documents.value = { ...documents.value, ...changes };
    // Removes the plan, so that the user does not apply documents that differ from it.
    if (result.peek()?.kind === 'planned') result.value = null;
    refusal.value = null;
  };
  const send = async (work: (form: FormData) => Promise<Result>, message: string): Promise<void> => {
    const sentDocuments = documents.value;
    refusal.value = null;
    isBusy.value = true;
    try {
      const newResult = await work(formOf(sentDocuments));
      // The result of an apply is also shown if the documents have changed during the request.
      if (newResult?.kind === 'planned' && documents.value !== sentDocuments) return;
      result.value = newResult;
      announce(message);
    } catch (error) {
      refusal.value = messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const plan = (): Promise<void> =>
    send(async (body) => {
      const { value } = await request<CodePlanResponse>({ method: 'POST', path: apiPath('/as-code/plan'), body });
      return { kind: 'planned', plan: value };
    }, 'Plan ready');
  const apply = (): Promise<void> =>
    send(async (body) => {
      const { value } = await request<AppliedAnswer>({ method: 'POST', path: 'devops-as-code/apply', body });
      return { kind: 'applied', applied: value };
    }, 'Changes applied');
  return { documents, result, refusal, isBusy, put: update, plan, apply };
}

const applyLabel = (count: number): string => `Apply ${count} ${count === 1 ? 'change' : 'changes'}`;

/** A view that plans documents, shows the planned changes, and applies the documents. */
export function AsCode() {
  const { documents, result, refusal, isBusy, put: update, plan, apply } = useDocuments();
  useEffect(() => {
    document.title = 'As code · Slipway';
  }, []);
  const { text, files } = documents.value;
  const isEmpty = text.trim() === '' && files.length === 0;
  const currentResult = result.value;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void plan();
  };
  return (
    <section>
      <h1>As code</h1>
      <p>Describe your setup in YAML. Review the plan, then apply it.</p>
      <form class="actions sheet yaml" onSubmit={submit}>
        <TextField label="YAML" isLong value={text} change={(text) => update({ text: text })} />
        <FileField
          label="Files (.yaml or .zip)"
          isMultiple
          files={files}
          onChoose={(chosenFiles) => update({ files: chosenFiles })}
        />
        {files.length > 0 && (
          <button type="button" onClick={() => update({ files: [] })}>
            Remove files
          </button>
        )}
        <button type="submit" class="main" disabled={isEmpty || isBusy.value}>
          Preview plan
        </button>
        {currentResult?.kind === 'planned' && !currentResult.plan.isSame && (
          <button type="button" disabled={isBusy.value} onClick={() => void apply()}>
            {applyLabel(currentResult.plan.changes.length)}
          </button>
        )}
      </form>
      <Generate />
      <Refusal message={refusal.value} />
      {currentResult?.kind === 'planned' && <PlanDetails plan={currentResult.plan} />}
      {currentResult?.kind === 'applied' && <AppliedChanges applied={currentResult.applied} />}
    </section>
  );
}
