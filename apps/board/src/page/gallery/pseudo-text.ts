import { pseudoText } from './accents.ts';

/** The texts that this module has written, so that it does not change them again. */
const written = new WeakMap<Node, string>();
const attributes = ['aria-label', 'title', 'placeholder', 'alt', 'data-name'] as const;

function translate(node: Node): void {
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node.nodeValue ?? '';
    if (written.get(node) === text) return;
    const pseudo = pseudoText(text);
    written.set(node, pseudo);
    if (pseudo !== text) node.nodeValue = pseudo;
    return;
  }
  if (!(node instanceof Element)) return;
  for (const name of attributes) {
    const text = node.getAttribute(name);
    if (text !== null) node.setAttribute(name, pseudoText(text));
  }
  for (const child of node.childNodes) translate(child);
}

/** Shows all texts of an element in the pseudo-language, also those that are added or changed later. */
export function startPseudoText(root: Element): void {
  translate(root);
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') translate(target);
      else for (const node of addedNodes) translate(node);
    }
  }).observe(root, { childList: true, characterData: true, subtree: true });
}
