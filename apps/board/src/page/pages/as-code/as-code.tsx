import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import Check from '~icons/lucide/check';
import Download from '~icons/lucide/download';
import FileDiff from '~icons/lucide/file-diff';
import FilePlus from '~icons/lucide/file-plus';
import ListChecks from '~icons/lucide/list-checks';
import { type DisplayMessage, textOf, warningsOf } from '../../api/language.ts';
import { request } from '../../api/rest.ts';
import { CodeField } from '../../components/code/code-field.tsx';
import type { Complete } from '../../components/code/completion.ts';
import type { LineMark, LineProblem } from '../../components/code/languages.ts';
import { Dialog } from '../../components/dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FolderField } from '../../components/fields/folder-field.tsx';
import { FileField } from '../../components/files.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { StatusLabel } from '../../components/marks/status.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { findFolder, useFolders } from '../../live/folders.ts';
import { useTaskTypes } from '../../live/task-types.ts';
import { linkTo } from '../../navigation/base.ts';
import { Link } from '../../navigation/link.tsx';
import { plural, t } from '../../navigation/text.ts';
import { helpUrl } from '../help/links.ts';
import { changedLines } from './changed-lines.ts';
import { completeYaml, type Schema } from './complete-yaml.ts';
import { exampleDocument } from './example.ts';
import { AppliedChanges, PlanDetails } from './plan-details.tsx';
import { type Documents, type Result, useDocuments } from './use-documents.ts';

/** A dialog that exports existing objects as documents. */
function ExportDialog({ close }: { readonly close: () => void }) {
  const folderId = useSignal('');
  const folder = findFolder(useFolders(), folderId.value);
  const query = new URLSearchParams({ path: folder?.titles.join('/') ?? '' });
  return (
    <Dialog title="Export as YAML" close={close}>
      <div class="actions">
        <FolderField
          label="Folder"
          none="All that you can view"
          value={folderId.value}
          change={(id) => {
            folderId.value = id;
          }}
        />
        <button type="button" onClick={close}>
          Cancel
        </button>
        <a class="button main" href={linkTo(`/devops-as-code/generate?${query}`)} download="as-code.zip">
          Download .zip with YAML
        </a>
      </div>
    </Dialog>
  );
}

/** Returns the errors and warnings of a response that name a line of the typed document. */
function problemsOf(refusal: DisplayMessage | null, result: Result): readonly LineProblem[] {
  const warnings = result?.kind === 'planned' ? warningsOf(result.plan) : [];
  return [...(refusal === null ? [] : [refusal]), ...warnings].flatMap((message) => {
    const line = typeof message === 'string' ? undefined : message.params.line;
    return typeof line === 'number' ? [{ line, text: textOf(message) }] : [];
  });
}

const applyLabel = (count: number): string => plural(count, 'Apply # change', 'Apply # changes');

/** The maximum number of lines of which the editor shows all. */
const [minRows, maxRows] = [16, 30];

interface EditorProps {
  readonly documents: Documents;
  readonly update: (changes: Partial<Documents>) => void;
  readonly problems: readonly LineProblem[];
  readonly marks: readonly LineMark[];
  readonly complete: Complete | undefined;
}

/** The typed document and the selected files. */
const DocumentFields = ({ documents: { text, files }, update, problems, marks, complete }: EditorProps) => (
  <>
    <CodeField
      label="YAML"
      language="yaml"
      rows={Math.min(maxRows, Math.max(minRows, text.split('\n').length + 1))}
      value={text}
      change={(newText) => update({ text: newText })}
      problems={problems}
      marks={marks}
      complete={complete}
    />
    {text.trim() === '' && files.length === 0 && (
      <p class="row wrapped">
        <button type="button" class="small" onClick={() => update({ text: exampleDocument })}>
          <Icon of={FilePlus} size="small" />
          Insert an example
        </button>
        <Link to={helpUrl('how-to/manage-plans-as-code')}>Read the documentation</Link>
      </p>
    )}
    <FileField
      label="Files (.yaml or .zip)"
      isMultiple
      files={files}
      onChoose={(chosenFiles) => update({ files: chosenFiles })}
    />
    {files.length > 0 && (
      <button type="button" class="quiet small" onClick={() => update({ files: [] })}>
        Remove files
      </button>
    )}
  </>
);

interface ResultProps {
  readonly result: Result;
  readonly isBusy: boolean;
  readonly apply: () => void;
  readonly discard: () => void;
}

/** The plan of the documents or the applied changes, with the button that applies the plan. */
function ResultCard({ result, isBusy, apply, discard }: ResultProps) {
  const plan = result?.kind === 'planned' ? result.plan : null;
  return (
    <section class="card" aria-labelledby="plan">
      <header>
        <h2 id="plan">{result?.kind === 'applied' ? t('Applied changes') : t('Plan')}</h2>
        {plan && !plan.isSame && <StatusLabel tone="done" label="Ready to apply" />}
        {result?.kind === 'applied' && <StatusLabel tone="done" label="Applied" />}
      </header>
      {result === null && <EmptyState icon={ListChecks} text="Preview the plan to see what would change" />}
      {plan && <PlanDetails plan={plan} />}
      {result?.kind === 'applied' && <AppliedChanges applied={result.applied} />}
      {plan && !plan.isSame && (
        <footer class="plan-footer">
          <span class="sub">Applied all together, or not at all.</span>
          <button type="button" onClick={discard}>
            Discard plan
          </button>
          <button type="button" class="main" disabled={isBusy} onClick={apply}>
            <Icon of={Check} />
            {applyLabel(plan.changes.length)}
          </button>
        </footer>
      )}
    </section>
  );
}

/** Returns the completion of documents; undefined until their schema is loaded. Without the schema, nothing is completed. */
function useCompletion(): Complete | undefined {
  const schema = useSignal<Schema | undefined>(undefined);
  const taskTypes = useTaskTypes();
  useEffect(() => {
    const load = async (): Promise<void> => {
      const { value } = await request<Schema>({ method: 'GET', path: 'devops-as-code/schema' });
      schema.value = value;
    };
    load().catch(() => {});
  }, []);
  return useMemo(() => schema.value && completeYaml(schema.value, taskTypes), [schema.value, taskTypes]);
}

const noProblems: readonly LineProblem[] = [];
const noMarks: readonly LineMark[] = [];

/** A view that plans documents, shows the planned changes, and applies the documents. */
export function AsCode() {
  const { documents, result, refusal, isBusy, put: update, plan, apply } = useDocuments();
  const isExporting = useSignal(false);
  const complete = useCompletion();
  useEffect(() => {
    document.title = t('As code · Slipway');
  }, []);
  const { text, files } = documents.value;
  const isEmpty = text.trim() === '' && files.length === 0;
  const isPlanned = result.value?.kind === 'planned' && !result.value.plan.isSame;
  const marks = useMemo(
    () => (result.value?.kind === 'planned' ? changedLines(documents.peek().text, result.value.plan) : noMarks),
    [result.value],
  );
  const problems = useMemo(() => problemsOf(refusal.value, result.value), [refusal.value, result.value]);
  return (
    <section>
      <PageHead title="As code" meta="Describe your setup in YAML. Review the plan, then apply it.">
        <button type="button" class="quiet" onClick={() => (isExporting.value = true)}>
          <Icon of={Download} />
          Export as YAML…
        </button>
        <button
          type="submit"
          form="documents"
          class={isPlanned ? undefined : 'main'}
          disabled={isEmpty || isBusy.value}
        >
          <Icon of={FileDiff} />
          Preview plan
        </button>
      </PageHead>
      <Refusal message={refusal.value} />
      <div class="code-columns">
        <section class="card" aria-label="Documents">
          <form
            id="documents"
            class="body stack"
            onSubmit={(event) => {
              event.preventDefault();
              void plan();
            }}
          >
            <DocumentFields
              documents={documents.value}
              update={update}
              problems={files.length > 0 ? noProblems : problems}
              marks={marks}
              complete={complete}
            />
          </form>
        </section>
        <ResultCard
          result={result.value}
          isBusy={isBusy.value}
          apply={() => void apply()}
          discard={() => (result.value = null)}
        />
      </div>
      {isExporting.value && <ExportDialog close={() => (isExporting.value = false)} />}
    </section>
  );
}
