import FlaskConical from 'lucide-react/icons/flask-conical'
import { useShopInfo } from '~/platform/pages/shop-info'

interface SimulationNoteProps {
  /** Whether payments are simulated now; without it, whether they were when the document was loaded. */
  isSimulated?: boolean
  className?: string
}

/** Wherever money is spoken of, until the shop has keys with which it moves. */
export function SimulationNote({ isSimulated, className = '' }: SimulationNoteProps) {
  const { simulated } = useShopInfo()
  if (!(isSimulated ?? simulated)) return null
  return (
    <p className={`flex items-center gap-2 text-13 font-semibold text-warning ${className}`}>
      <FlaskConical aria-hidden className="size-4 shrink-0" />
      Simulasi: uang tidak berpindah
    </p>
  )
}
