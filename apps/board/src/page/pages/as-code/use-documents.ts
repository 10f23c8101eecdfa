import { batch, useComputed, useSignal } from '@preact/signals';
import type { CodePlanResponse } from '@slipway/api-schema/as-code';
import { messageOf } from '../../api/errors.ts';
import type { DisplayMessage } from '../../api/language.ts';
import { apiPath, request } from '../../api/rest.ts';
import { perUserSignal } from '../../api/session.ts';
import { announce } from '../../navigation/announce.ts';
import { t } from '../../navigation/text.ts';
import type { AppliedAnswer } from './plan.ts';

// Documents may contain passwords, which the browser must not store. So they end with a reload, like files.
const texts = perUserSignal('');
const chosenFiles = perUserSignal<readonly File[]>([]);

/** The typed document, and the selected files. */
export interface Documents {
  readonly text: string;
  readonly files: readonly File[];
}

/** The response for the current documents. A plan is removed when the documents change. */
export type Result =
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

/** The documents in the form, which remain after the user leaves the view, and the requests that plan and apply them. */
export function useDocuments() {
  const text = texts('index');
  const files = chosenFiles('index');
  const documents = useComputed<Documents>(() => ({ text: text.value, files: files.value }));
  const result = useSignal<Result>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const update = (changes: Partial<Documents>): void => {
    batch(() => {
      text.value = changes.text ?? text.peek();
      files.value = changes.files ?? files.peek();
    });
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
    }, t('Plan ready'));
  const apply = (): Promise<void> =>
    send(async (body) => {
      const { value } = await request<AppliedAnswer>({ method: 'POST', path: 'devops-as-code/apply', body });
      return { kind: 'applied', applied: value };
    }, t('Changes applied'));
  return { documents, result, refusal, isBusy, put: update, plan, apply };
}
