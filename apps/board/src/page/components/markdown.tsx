import { BlockView, FormattedText, type LinkOptions } from './markdown/block-view.tsx';
import { type Block, parseBlocks } from './markdown/markdown-blocks.ts';
import type { Span } from './markdown/markdown-spans.ts';

/** The maximum length of a formatted text, in characters. Longer texts are shown unformatted. */
const maxFormattedLength = 50_000;

/** Opens a link in a new tab, and passes nothing on to its target, because any user may have added it. */
const renderLink = ({ text, to }: Span) => (
  <a href={to} rel="noopener noreferrer nofollow" target="_blank">
    {text}
  </a>
);

interface Props extends Pick<LinkOptions, 'renderText'> {
  readonly text: string;
}

const renderBlock = (block: Block, index: number, options: LinkOptions) =>
  block.kind === 'heading' ? (
    <p key={index} class="heading">
      <FormattedText text={block.text} {...options} />
    </p>
  ) : (
    <BlockView key={index} block={block} {...options} />
  );

/** Formats a Markdown text. HTML is shown as text. */
export const Markdown = ({ text, ...options }: Props) =>
  text.length > maxFormattedLength ? (
    <pre class="markdown">{text}</pre>
  ) : (
    <div class="markdown">
      {parseBlocks(text).map((block, index) => renderBlock(block, index, { renderLink, ...options }))}
    </div>
  );
