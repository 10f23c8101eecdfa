import { parseSpans, type Span } from '../../components/markdown/markdown-spans.ts';
import { linkTo } from '../../navigation/base.ts';
import { Link } from '../../navigation/link.tsx';
import type { ArticleBlock } from './article.ts';
import { documentation } from './documentation.ts';
import { helpUrl, targetOf } from './links.ts';

const hasPage = (page: string): boolean => Object.hasOwn(documentation, page);
const isLink = (): boolean => true;

interface SpanProps {
  readonly span: Span;
  /** The page that contains the text. */
  readonly page: string;
}

function LinkSpan({ span: { text, to = '' }, page }: SpanProps) {
  const target = targetOf(to, page, hasPage);
  const label = text.replaceAll('`', '');
  switch (target?.kind) {
    case 'page':
      return <Link to={helpUrl(target.to)}>{label}</Link>;
    case 'path':
      return <a href={linkTo(target.to)}>{label === to ? linkTo(target.to) : label}</a>;
    case 'url':
      return (
        <a href={target.to} rel="noopener noreferrer" target="_blank">
          {label}
        </a>
      );
    case undefined:
      return <>{label}</>;
  }
}

function SpanView({ span, page }: SpanProps) {
  const { kind, text } = span;
  switch (kind) {
    case 'strong':
      return <strong>{text}</strong>;
    case 'emphasis':
      return <em>{text}</em>;
    case 'code':
      return <code>{text}</code>;
    case 'link':
      return <LinkSpan span={span} page={page} />;
    case 'text':
      return <>{text}</>;
  }
}

interface TextProps {
  readonly text: string;
  readonly page: string;
}

const Text = ({ text, page }: TextProps) => (
  <>
    {parseSpans(text, isLink).map((span, index) => (
      <SpanView key={index} span={span} page={page} />
    ))}
  </>
);

interface BlockProps {
  readonly block: ArticleBlock;
  readonly page: string;
}

function Section({
  block,
  page,
}: {
  readonly block: Extract<ArticleBlock, { kind: 'section' }>;
  readonly page: string;
}) {
  const Heading = block.level === 1 ? 'h1' : block.level === 2 ? 'h2' : 'h3';
  return (
    <Heading id={block.id} tabIndex={-1}>
      <Text text={block.text} page={page} />
    </Heading>
  );
}

function Table({ block, page }: { readonly block: Extract<ArticleBlock, { kind: 'table' }>; readonly page: string }) {
  return (
    <div class="framed">
      <table>
        <thead>
          <tr>
            {block.head.map((cell, index) => (
              <th key={index} scope="col">
                <Text text={cell} page={page} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={at} data-name={block.head[at]?.replaceAll('`', '')}>
                  <Text text={cell} page={page} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A block of a page of the documentation. */
export function ArticleBlockView({ block, page }: BlockProps) {
  switch (block.kind) {
    case 'section':
      return <Section block={block} page={page} />;
    case 'table':
      return <Table block={block} page={page} />;
    case 'paragraph':
      return (
        <p>
          <Text text={block.text} page={page} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Text text={block.text} page={page} />
        </blockquote>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll long lines
        <pre tabIndex={0}>{block.text}</pre>
      );
    case 'rule':
      return <hr />;
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Text text={item} page={page} />
        </li>
      ));
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
}
