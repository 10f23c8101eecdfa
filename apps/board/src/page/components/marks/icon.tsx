import { createElement } from 'preact';

/**
 * Returns the icon with its paths combined to one, so that a table with many icons has fewer elements. Only paths that
 * start at an absolute position can be combined.
 */
function combinePaths(node: IconNode): IconNode {
  const paths = node.map(([tag, { d = '' }]) => (tag === 'path' ? String(d) : ''));
  return node.length > 1 && paths.every((path) => path.startsWith('M')) ? [['path', { d: paths.join('') }]] : node;
}

const combined = new WeakMap<IconNode, IconNode>();

/** Returns the elements of an icon. */
function elementsOf(node: IconNode): IconNode {
  const elements = combined.get(node) ?? combinePaths(node);
  combined.set(node, elements);
  return elements;
}

interface Props {
  readonly of: IconNode;
  /** 14, 16 or 20 pixels at the default text size. */
  readonly size?: 'small' | 'medium' | 'large';
  /** The name for screen readers. Without it, the icon is hidden from them, because a text beside it has its meaning. */
  readonly label?: string;
}

/** An icon of the Lucide set, in the color of the text around it. */
export const Icon = ({ of: node, size = 'medium', label }: Props) => (
  <svg
    class={size === 'medium' ? 'icon' : `icon ${size}`}
    viewBox="0 0 24 24"
    role={label === undefined ? undefined : 'img'}
    aria-label={label}
    aria-hidden={label === undefined ? 'true' : undefined}
  >
    {elementsOf(node).map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
  </svg>
);
