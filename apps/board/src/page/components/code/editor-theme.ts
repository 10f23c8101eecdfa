import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const panels = {
  '.cm-panels': { color: 'var(--text)', background: 'var(--subtle)', borderColor: 'var(--line-2)' },
  '.cm-panels input, .cm-panels button': {
    color: 'var(--text)',
    background: 'var(--surface)',
    border: '1px solid var(--edge)',
    borderRadius: 'var(--r-1)',
    font: '500 var(--t-12)/1.5 var(--font)',
    minHeight: '1.5rem',
  },
  '.cm-panels label': { font: 'var(--t-12)/1.5 var(--font)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    background: 'var(--raised)',
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--r-2)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--text)', background: 'var(--accent-soft)' },
  '.cm-diagnostic': { font: 'var(--t-12)/1.5 var(--font)' },
};

/** The colors of the editor, from the tokens of the page. They change with the theme of the page. */
const theme = EditorView.theme({
  '&': { color: 'var(--text)', background: 'var(--surface)', fontSize: 'var(--t-13)', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '0.45rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--text-3)', background: 'var(--surface)', border: '0' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'none' },
  '&.cm-focused :is(.cm-activeLine, .cm-activeLineGutter)': { background: 'var(--subtle)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-searchMatch': { background: 'var(--wait-soft)', outline: '1px solid var(--wait-solid)' },
  '.cm-selectionMatch': { background: 'var(--accent-soft)' },
  '.cm-line-added': { background: 'var(--done-soft)', boxShadow: 'inset 3px 0 var(--done-solid)' },
  '.cm-line-changed': { background: 'var(--run-soft)', boxShadow: 'inset 3px 0 var(--run-solid)' },
  '.cm-line-failed': { background: 'var(--fail-soft)' },
  ...panels,
});

const highlight = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.propertyName, tags.tagName, tags.definition(tags.propertyName)],
    color: 'var(--code-key)',
  },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta], color: 'var(--code-comment)' },
]);

export const editorTheme = [theme, syntaxHighlighting(highlight)];
