/** The JSX attributes whose literal values are texts for the user. */
export const textAttributes: ReadonlySet<string> = new Set([
  ...['after', 'aria-label', 'before', 'caption', 'confirmLabel', 'data-name', 'data-note', 'emptyText', 'hint'],
  ...['label', 'meta', 'none', 'placeholder', 'purpose', 'rowsText', 'submitLabel', 'text', 'title'],
  // the names of elements in which the attribute is a text
  ...['NotFound.kind', 'PagedList.name', 'StateCard.name', 'TaskNotFound.container'],
]);

/** The JSX attributes whose literal values are codes: names, paths, keys and classes. */
export const codeAttributes: ReadonlySet<string> = new Set([
  ...['accept', 'aria-autocomplete', 'aria-busy', 'aria-disabled', 'aria-expanded', 'aria-haspopup', 'aria-hidden'],
  ...['aria-keyshortcuts', 'aria-labelledby', 'aria-live', 'autoCapitalize', 'autoComplete', 'buttonClass', 'class'],
  ...['className', 'container', 'current', 'd', 'download', 'fill', 'form', 'href', 'id', 'key', 'keys', 'kind'],
  ...['lang', 'language', 'list', 'max', 'name', 'popover', 'rel', 'role', 'scope', 'shortcut', 'size', 'stroke'],
  ...['stroke-linecap', 'target', 'to', 'tone', 'type', 'use', 'value', 'verb', 'viewBox', 'wrap'],
  // of charts and their views
  ...['chart', 'page', 'state', 'unit'],
]);

/** The elements whose content is no text for the user: code and keys. */
export const codeElements: ReadonlySet<string> = new Set(['code', 'kbd', 'pre']);

/** The elements before or after a text that do not belong to the sentence. */
export const markElements: ReadonlySet<string> = new Set(['Icon']);

/** The elements whose content is not a part of the sentence around them. */
export const blockElements: ReadonlySet<string> = new Set([
  ...['div', 'dl', 'fieldset', 'form', 'ol', 'p', 'section', 'table', 'ul'],
]);
