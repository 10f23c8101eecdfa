import { createElement } from 'preact';

/** The SVG elements of an icon: `['path', { d: 'M5 12h14' }]`. */
export type IconNode = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];

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
    {node.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
  </svg>
);
