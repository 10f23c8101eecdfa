import { BlockView, FormattedText } from './markdown/block-view.tsx';
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

const renderBlock = (block: Block, index: number) =>
  block.kind === 'heading' ? (
    <p key={index} class="heading">
      <FormattedText text={block.text} renderLink={renderLink} />
    </p>
  ) : (
    <BlockView key={index} block={block} renderLink={renderLink} />
  );

/** Formats a Markdown text. HTML is shown as text. */
export const Markdown = ({ text }: { readonly text: string }) =>
  text.length > maxFormattedLength ? (
    <pre class="markdown">{text}</pre>
  ) : (
    <div class="markdown">{parseBlocks(text).map(renderBlock)}</div>
  );
