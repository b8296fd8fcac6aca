/** A phone number that calls when pressed. */
export function PhoneLink({ phone, className = '' }: { phone: string; className?: string }) {
  return (
    <a href={`tel:${phone}`} className={`link inline-flex min-h-11 items-center tabular-nums ${className}`}>
      {phone}
    </a>
  )
}
