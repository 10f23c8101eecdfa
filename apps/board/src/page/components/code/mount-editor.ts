import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
  insertCompletionText,
} from '@codemirror/autocomplete';
import { history, historyKeymap, indentLess, indentMore, standardKeymap } from '@codemirror/commands';
import { bracketMatching, StreamLanguage } from '@codemirror/language';
import { javascript, json } from '@codemirror/legacy-modes/mode/javascript';
import { python } from '@codemirror/legacy-modes/mode/python';
import { yaml } from '@codemirror/legacy-modes/mode/yaml';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Complete } from './completion.ts';
import { editorTheme } from './editor-theme.ts';
import { type CodeLanguage, type LineMark, type LineProblem, lineRange } from './languages.ts';

/** The settings of an editor that do not change. */
interface Options {
  readonly label: string;
  /** The description for screen readers. It is in the shadow root, because ids do not reach into it. */
  readonly hint: string;
  readonly text: string;
  readonly change: (text: string) => void;
  readonly complete: Complete;
}

/** An editor in the page. */
export interface MountedEditor {
  /** Replaces the text, unless it is the same. */
  setText(text: string): void;
  setLanguage(language: CodeLanguage): void;
  setProblems(problems: readonly LineProblem[]): void;
  setMarks(marks: readonly LineMark[]): void;
  focus(): void;
  /** Selects characters and scrolls to them. */
  select(from: number, to: number): void;
  destroy(): void;
}

/** The token of a member name is `property` in JavaScript, and `atom` in YAML. */
const tokenTable = { property: tags.propertyName };

const languages: Readonly<Record<CodeLanguage, Extension>> = {
  python: StreamLanguage.define({ ...python, tokenTable }),
  javascript: StreamLanguage.define({ ...javascript, tokenTable }),
  json: StreamLanguage.define({ ...json, tokenTable }),
  yaml: StreamLanguage.define({ ...yaml, tokenTable: { atom: tags.propertyName } }),
};

const lineClasses = StateEffect.define<readonly (readonly [line: number, name: string])[]>();

/** The tinted lines. They move with the text. */
const tintedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    const effect = transaction.effects.find((item) => item.is(lineClasses));
    if (!effect?.is(lineClasses)) return decorations.map(transaction.changes);
    const { doc } = transaction.state;
    return Decoration.set(
      effect.value
        .filter(([line]) => line >= 1 && line <= doc.lines)
        .map(([line, name]) => Decoration.line({ class: name }).range(doc.line(line).from)),
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Inserts a completion. Characters at its end that already follow the cursor, such as a closed bracket, are replaced. */
const insertOption =
  (text: string): NonNullable<Extract<Completion['apply'], (...args: never[]) => void>> =>
  (view, _, from, to) => {
    const following = view.state.sliceDoc(to, to + text.length);
    let overlap = text.length;
    while (!following.startsWith(text.slice(text.length - overlap))) overlap -= 1;
    view.dispatch(insertCompletionText(view.state, text, from, to + overlap));
  };

const completionSource =
  (complete: Complete) =>
  ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const completions = complete(state.sliceDoc(0, pos), explicit);
    if (completions === null) return null;
    const options = completions.options.map(({ label, text = label }) => ({
      label,
      apply: insertOption(text),
      type: 'property',
    }));
    return { from: pos - completions.length, options };
  };

/**
 * Replaces a selection by typed text. The browser would keep the style of the selected text in an attribute `style`, which
 * the policy of the page refuses.
 */
const replaceSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { main } = view.state.selection;
    const { data, inputType, isComposing } = event;
    if (main.empty || inputType !== 'insertText' || isComposing || data === null) return false;
    event.preventDefault();
    const typing = { userEvent: 'input.type', scrollIntoView: true };
    const insert = () => view.state.update(view.state.replaceSelection(data), typing);
    const handlers = view.state.facet(EditorView.inputHandler);
    if (!handlers.some((handle) => handle(view, main.from, main.to, data, insert))) view.dispatch(insert());
    return true;
  },
});

/**
 * The keys of the editor. Tab moves the focus, and Ctrl-Enter belongs to the page, which runs or saves the text with it.
 */
const keys = [
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-]', run: indentMore },
  ...[...standardKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap].filter(
    ({ key }) => key !== 'Mod-Enter' && key !== 'Tab',
  ),
];

/** Marks a text that the page sets, which is no input of the user. */
const isFromPage = Annotation.define<true>();

const hintId = 'hint';

const extensionsOf = ({ label, change, complete }: Options, language: Compartment): readonly Extension[] => [
  lineNumbers(),
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  search({ top: true }),
  highlightSelectionMatches(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  lintGutter(),
  autocompletion({ override: [completionSource(complete)], icons: false }),
  language.of([]),
  tintedLines,
  editorTheme,
  replaceSelection,
  keymap.of(keys),
  EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': hintId, tabindex: '0' }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged && !update.transactions.some((transaction) => transaction.annotation(isFromPage)))
      change(update.state.doc.toString());
  }),
];

function createRoot(host: HTMLElement, hint: string): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const description = document.createElement('span');
  description.id = hintId;
  description.hidden = true;
  description.textContent = hint;
  root.replaceChildren(description);
  return root;
}

/**
 * Mounts CodeMirror into an element. Its styles are in a shadow root as adopted style sheets: the policy of the page
 * refuses the style element that it would add to the document.
 */
export function mountEditor(host: HTMLElement, options: Options): MountedEditor {
  const root = createRoot(host, options.hint);
  const language = new Compartment();
  const state = EditorState.create({ doc: options.text, extensions: extensionsOf(options, language) });
  const view = new EditorView({ state, root, parent: root });
  let marked: { readonly marks: readonly LineMark[]; readonly problems: readonly LineProblem[] } = {
    marks: [],
    problems: [],
  };
  const tint = (changes: Partial<typeof marked>): void => {
    marked = { ...marked, ...changes };
    const classes = [
      ...marked.marks.map(({ line, kind }) => [line, `cm-line-${kind}`] as const),
      ...marked.problems.map(({ line }) => [line, 'cm-line-failed'] as const),
    ];
    view.dispatch({ effects: lineClasses.of(classes) });
  };
  return {
    setText: (text) => {
      const lines = view.state.toText(text);
      if (lines.eq(view.state.doc)) return;
      const changes = { from: 0, to: view.state.doc.length, insert: lines };
      view.dispatch({ changes, annotations: isFromPage.of(true) });
    },
    setLanguage: (name) => view.dispatch({ effects: language.reconfigure(languages[name]) }),
    setProblems: (problems) => {
      const text = view.state.doc.toString();
      const diagnostics = problems.flatMap(({ line, text: message }) => {
        const range = lineRange(text, line);
        return range === null ? [] : [{ from: range[0], to: range[1], severity: 'error' as const, message }];
      });
      view.dispatch(setDiagnostics(view.state, diagnostics));
      tint({ problems });
    },
    setMarks: (marks) => tint({ marks }),
    focus: () => view.focus(),
    select: (from, to) => {
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    },
    destroy: () => {
      view.destroy();
      root.replaceChildren();
    },
  };
}
