import { type EventRoot, formatPath } from '@slipway/domain/event-paths';
import { t } from '../../../navigation/text.ts';

/** A sample of an event: a payload with the headers and query parameters of its request. */
export type EventSample = Readonly<Record<EventRoot, unknown>>;

type Steps = readonly (string | number)[];

/** The maximum number of displayed values of an object or list. */
const maxShown = 100;
const maxValueLength = 40;

/** Returns the members of an object or list with their steps; null for a simple value. */
function membersOf(value: unknown): readonly (readonly [string | number, unknown])[] | null {
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const);
  return typeof value === 'object' && value !== null ? Object.entries(value) : null;
}

function shorten(value: unknown): string {
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? '');
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

function nameOf(root: EventRoot, steps: Steps): string {
  const step = steps.at(-1) ?? root;
  return typeof step === 'number' ? `[${step}]` : step;
}

interface NodeProps {
  readonly root: EventRoot;
  readonly steps: Steps;
  readonly value: unknown;
  /** Returns what a path writes into the field; null: the field cannot contain it. */
  readonly format: (path: string) => string | null;
  readonly select: (text: string) => void;
}

/** A button that selects a value. It is disabled if the grammar of paths cannot express the path. */
function ValueButton({ root, steps, value, format, select }: NodeProps) {
  const path = formatPath(root, steps);
  const text = path === null ? null : format(path);
  return (
    <button
      type="button"
      class="quiet small"
      disabled={text === null}
      title={text ?? t('A path cannot contain this name')}
      onClick={() => {
        if (text !== null) select(text);
      }}
    >
      {membersOf(value) === null ? (
        <>
          <bdi>{nameOf(root, steps)}</bdi> <code>{shorten(value)}</code>
        </>
      ) : (
        t`All of ${nameOf(root, steps)}`
      )}
    </button>
  );
}

/** A value of the sample. An object or list has its values in a part that can be closed. */
function Node(props: NodeProps) {
  const { root, steps, value } = props;
  const members = membersOf(value);
  if (members === null || members.length === 0) return <ValueButton {...props} />;
  return (
    <details open={steps.length < 3}>
      <summary class="check">
        <bdi>{nameOf(root, steps)}</bdi>
      </summary>
      <ul>
        <li>
          <ValueButton {...props} />
        </li>
        {members.slice(0, maxShown).map(([step, member]) => (
          <li key={step}>
            <Node {...props} steps={[...steps, step]} value={member} />
          </li>
        ))}
      </ul>
      {members.length > maxShown && <p class="none">First {maxShown} values</p>}
    </details>
  );
}

const roots: readonly EventRoot[] = ['event', 'headers', 'parameters'];

interface Props extends Pick<NodeProps, 'format' | 'select'> {
  readonly sample: EventSample;
}

/** The values of a sample event as a tree. A press selects the path to a value. */
export const SampleTree = ({ sample, format, select }: Props) => (
  <div class="sample-tree">
    <ul aria-label="Values of the sample">
      {roots.map((root) =>
        membersOf(sample[root])?.length === 0 ? null : (
          <li key={root}>
            <Node root={root} steps={[]} value={sample[root]} format={format} select={select} />
          </li>
        ),
      )}
    </ul>
  </div>
);
