import "./ui/tokens.css";
import "./ui/fonts.css";
