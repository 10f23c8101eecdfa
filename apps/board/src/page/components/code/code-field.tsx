import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { isNarrow } from '../../navigation/narrow.ts';
import { isCodePlain, setCodePlain } from '../../navigation/preferences.ts';
import { t } from '../../navigation/text.ts';
import { joinHints } from '../fields/field.tsx';
import type { Complete } from './completion.ts';
import { type CodeLanguage, type LineMark, type LineProblem, lineRange } from './languages.ts';
import type { MountedEditor } from './mount-editor.ts';

/** The control of a code field. */
export interface CodeHandle {
  /** Selects a line and moves the focus to it. */
  goTo(line: number): void;
}

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly language: CodeLanguage;
  readonly value: string;
  readonly change: (text: string) => void;
  /** The height in lines. */
  readonly rows: number;
  readonly problems?: readonly LineProblem[];
  readonly marks?: readonly LineMark[];
  /** The texts that the editor offers while the user types. */
  readonly complete?: Complete | undefined;
  readonly handle?: RefObject<CodeHandle | null>;
  /** More controls above the code. */
  readonly tools?: ComponentChildren;
}

const noProblems: readonly LineProblem[] = [];
const noMarks: readonly LineMark[] = [];
/** The name of the keys that indent, because Tab moves the focus. */
const indentHint = t('Ctrl-] and Ctrl-[ indent');
const completionHint = t('Ctrl-Space completes');

/** Returns the hint of a field with an editor. */
const editorHint = ({ hint, complete }: Pick<Props, 'hint' | 'complete'>): string =>
  joinHints(hint, complete === undefined ? indentHint : `${indentHint}, ${completionHint}`);
/** The number of lines from which a field offers plain text and shows its keys. Smaller fields follow the setting. */
const toggleRows = 8;

/** Calls `load` when the browser is idle. Safari has no `requestIdleCallback`. */
function whenIdle(load: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(load, { timeout: 3_000 });
  return () => window.cancelIdleCallback(handle);
}

interface Parts {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly host: RefObject<HTMLDivElement | null>;
  readonly editor: RefObject<MountedEditor | null>;
  /** Whether an input method composes a text in the text area, which must then stay. */
  readonly isComposing: RefObject<boolean>;
}

const isPlainShown = (): boolean => isCodePlain.value || isNarrow.value;

/** Replaces the text area by the editor, which keeps its focus and selection. */
async function startEditor(
  { area, host, editor, isComposing }: Parts,
  props: { readonly current: Props },
  show: () => void,
) {
  const { mountEditor } = await import('./mount-editor.ts');
  const [field, target] = [area.current, host.current];
  if (field === null || target === null || editor.current !== null || isPlainShown() || isComposing.current) return;
  // The editor cannot be disabled by a fieldset.
  if (field.matches(':disabled')) return;
  const { label, language } = props.current;
  const mounted = mountEditor(target, {
    label,
    hint: editorHint(props.current),
    text: field.value,
    change: (text) => props.current.change(text),
    complete: (textBefore, isRequested) => props.current.complete?.(textBefore, isRequested) ?? null,
  });
  editor.current = mounted;
  mounted.setLanguage(language);
  mounted.setProblems(props.current.problems ?? noProblems);
  mounted.setMarks(props.current.marks ?? noMarks);
  if (document.activeElement === field) {
    // A hidden element gets no focus, and the next keys of the user would go to the page.
    target.hidden = false;
    mounted.select(field.selectionStart, field.selectionEnd);
    mounted.focus();
  }
  show();
}

/** Loads the editor when the field gets the focus or the browser is idle, and removes it when plain text is chosen. */
function useEditor(props: Props) {
  const parts: Parts = {
    area: useRef<HTMLTextAreaElement>(null),
    host: useRef<HTMLDivElement>(null),
    editor: useRef<MountedEditor>(null),
    isComposing: useRef(false),
  };
  const { editor } = parts;
  const latest = useRef(props);
  latest.current = props;
  const isMounted = useSignal(false);
  const isPlain = isPlainShown();
  const load = (): void => {
    if (isPlain || editor.current !== null) return;
    // Without the script, the text area stays.
    void startEditor(parts, latest, () => (isMounted.value = true)).catch(() => {});
  };
  useEffect(() => (isPlain ? undefined : whenIdle(load)), [isPlain]);
  useLayoutEffect(() => {
    if (isPlain) return;
    return () => {
      editor.current?.destroy();
      editor.current = null;
      isMounted.value = false;
    };
  }, [isPlain]);
  const { value, language, problems = noProblems, marks = noMarks } = props;
  useLayoutEffect(() => editor.current?.setText(value), [value]);
  useLayoutEffect(() => editor.current?.setLanguage(language), [language]);
  useLayoutEffect(() => editor.current?.setProblems(problems), [problems]);
  useLayoutEffect(() => editor.current?.setMarks(marks), [marks]);
  return { ...parts, isMounted: isMounted.value, load };
}

/** Selects a line of the text area, or of the editor. */
function goTo({ area, editor }: Parts, text: string, line: number): void {
  const range = lineRange(text, line);
  (editor.current ?? area.current)?.focus();
  if (range === null) return;
  editor.current?.select(...range);
  area.current?.setSelectionRange(...range);
}

/** A button that selects the text area instead of the editor. */
const PlainTextButton = () => (
  <button
    type="button"
    class="quiet small"
    aria-pressed={isCodePlain.value}
    onClick={() => setCodePlain(!isCodePlain.peek())}
  >
    Plain text
  </button>
);

/**
 * A field for code. The text is in a text area at once. CodeMirror takes its place when it is loaded, unless the window
 * is narrow or the user prefers plain text.
 */
export function CodeField(props: Props) {
  const { label, hint, rows, value, change, handle, tools } = props;
  const id = useId();
  const { isMounted, load, ...parts } = useEditor(props);
  useLayoutEffect(() => {
    if (handle) handle.current = { goTo: (line) => goTo(parts, props.value, line) };
  });
  return (
    <div class="field code-field">
      <div class="row">
        {isMounted ? (
          // The editor has the label as its name. A click is only a convenience, as on any label.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the editor itself is focusable
          // biome-ignore lint/a11y/noStaticElementInteractions: the editor itself is focusable
          <span class="label" onClick={() => parts.editor.current?.focus()}>
            {label}
          </span>
        ) : (
          <label for={id}>{label}</label>
        )}
        <div class="tools">
          {rows >= toggleRows && !isNarrow.value && <PlainTextButton />}
          {tools}
        </div>
      </div>
      <div class="code-box" style={{ '--rows': String(rows) }}>
        {!isMounted && (
          <textarea
            id={id}
            ref={parts.area}
            rows={rows}
            value={value}
            spellcheck={false}
            autoCapitalize="off"
            wrap="off"
            aria-describedby={`${id}-hint`}
            onFocus={load}
            onCompositionStart={() => (parts.isComposing.current = true)}
            onCompositionEnd={() => {
              parts.isComposing.current = false;
              load();
            }}
            onInput={({ currentTarget }) => change(currentTarget.value)}
          />
        )}
        <div ref={parts.host} class="code-host" hidden={!isMounted} />
      </div>
      <span id={`${id}-hint`} class="hint">
        {isMounted && rows >= toggleRows ? editorHint(props) : hint}
      </span>
    </div>
  );
}
