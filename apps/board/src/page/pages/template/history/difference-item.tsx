import type { VersionComparisonResponse } from '@slipway/api-schema/versions';
import { displayMessage } from '../../../api/language.ts';
import { labelOf } from '../../../api/words/field-words.ts';
import { LineDiff } from '../../../components/code/line-diff-view.tsx';
import { logInWords } from '../../../components/drafts/change-words.ts';
import { MessageList } from '../../../components/message.tsx';
import { t } from '../../../navigation/text.ts';

/** A part that differs between two versions of a template, or between two plans. */
export type Difference = VersionComparisonResponse['differences'][number];

const partNames = {
  template: t('Template'),
  variable: t('Variable'),
  phase: t('Phase'),
  task: t('Task'),
} as const satisfies Record<Difference['part'], string>;

/** The mark, its class and the word of each kind of difference. */
const changeMarks = {
  added: ['+', 'diff-mark added', t('added')],
  changed: ['~', 'diff-mark changed', t('changed')],
  deleted: ['−', 'diff-mark', t('deleted')],
} as const satisfies Record<Difference['change'], readonly [string, string, string]>;

interface Props {
  readonly difference: Difference;
  /** Whether the compared plan is a release, and not a template. */
  readonly isRelease?: boolean;
}

/** A part that differs, with its changed fields. */
export function DifferenceItem({ difference, isRelease = false }: Props) {
  const { part, change, title, details, texts = [] } = difference;
  const [mark, className, word] = changeMarks[change];
  const head = (
    <>
      <span class={className} aria-hidden="true">
        {mark}
      </span>
      <b>{isRelease && part === 'template' ? t('Release') : partNames[part]}</b> <bdi>{title}</bdi>{' '}
      <span class="sub">{word}</span>
    </>
  );
  const fields = new Set<unknown>(texts.map(({ field }) => field));
  // The text of such a field replaces its one-line message.
  const others = details.filter(({ params }) => !fields.has(params.field));
  if (details.length === 0)
    return (
      <div class="change">
        <div>{head}</div>
      </div>
    );
  return (
    <details class="change" open>
      <summary>{head}</summary>
      {others.length > 0 && <MessageList messages={others.map((detail) => logInWords(displayMessage(detail)))} />}
      {texts.map(({ field, before, after }) => (
        <section key={field} class="changed-text">
          <h4>{labelOf(field) ?? field}</h4>
          <LineDiff label={t`Changes of ${field}`} before={before} after={after} />
        </section>
      ))}
    </details>
  );
}
