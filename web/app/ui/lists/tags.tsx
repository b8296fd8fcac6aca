/** Short words of the seller about one thing. */
export const Tags = ({ tags }: { tags: readonly string[] }) => (
  <ul className="flex flex-wrap gap-1.5">
    {tags.map((tag) => (
      <li key={tag} className="rounded-lg bg-soft px-2 py-0.5 text-13 font-semibold wrap-anywhere text-muted">
        {tag}
      </li>
    ))}
  </ul>
)
